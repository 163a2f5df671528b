"""The house on the web: live tables in the browser, under the same books."""
