"""How the manual is built: `make docs`."""

from veracious import __version__

project = "Veracious"
copyright = "the Veracious authors"
version = release = __version__

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist"]
exclude_patterns = ["_build", "generate"]

html_theme = "furo"
html_title = f"Veracious {version}"
html_show_sphinx = False
html_static_path = ["_static"]
html_css_files = ["manual.css"]
