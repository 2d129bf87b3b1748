"""Every port in memory: what tests, small tools and a first look at the library run on."""
