# SPDX-License-Identifier: Apache-2.0
"""Tells for each notebook in a folder how many pictures its outputs hold and nbconvert's page shows."""
import re
import sys
from pathlib import Path

import nbformat
from nbconvert import HTMLExporter

for file in sorted(Path(sys.argv[1]).glob("*.ipynb")):
    notebook = nbformat.read(file, as_version=4)
    held = sum(
        "image/png" in output.get("data", {})
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    )
    page, _ = HTMLExporter().from_notebook_node(notebook)
    shown = len(re.findall(r'<img[^>]*src="\s*data:image/png;base64,', page))
    print(file.name + "\t" + str(held) + " held, " + str(shown) + " shown")
