# SPDX-License-Identifier: Apache-2.0
"""Tells for each notebook in a folder what Jupyter's own nbformat makes of it, one line each."""
import json
import sys
import warnings
from pathlib import Path

import nbformat
from nbformat.validator import ValidationError


def verdict(path):
    text = path.read_bytes().decode("utf-8")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            nbformat.validate(json.loads(text))
        except ValidationError as e:
            return "invalid: " + e.message.splitlines()[0]
        except Exception as e:
            return "invalid: validate fails: " + repr(e)
    if caught:
        return "warned: " + str(caught[0].message).splitlines()[0]
    written = nbformat.writes(nbformat.reader.reads(text))
    if not written.endswith("\n"):
        written += "\n"
    return "same" if written == text else "differs"


for file in sorted(Path(sys.argv[1]).glob("*.ipynb")):
    print(file.name + "\t" + verdict(file).replace("\n", " ")[:300])
