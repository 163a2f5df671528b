"""The web server: live tables in the browser, under the same books."""
