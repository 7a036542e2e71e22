"""Prints the values of each document that is named on standard input, as readers other than Polyparse find them.

One line of JSON a document: {"file", "values": [{"text"} | {"number"} | {"date"}]}, or {"file", "error"}.
Needs openpyxl, xlrd, python-calamine, python-docx, python-pptx, beautifulsoup4, extract-msg, striprtf and odfpy, and catdoc for DOC and PPT.
"""

import datetime
import email
import email.policy
import json
import logging
import mailbox
import math
import re
import resource
import signal
import subprocess
import sys
import warnings

SECONDS_A_DOCUMENT = 30
MAX_VALUES = 20_000
MAX_BYTES = 1 << 30


def of_cell(value):
    if value is None or value == "":
        return []
    if isinstance(value, bool):
        return [{"text": str(value).upper()}]
    if isinstance(value, (int, float)) and math.isfinite(value):
        return [{"number": value}]
    if isinstance(value, datetime.datetime):
        return [{"date": value.isoformat()}]
    if isinstance(value, datetime.date):
        return [{"date": value.isoformat() + "T00:00:00"}]
    if isinstance(value, datetime.time):
        return [{"date": "1899-12-31T" + value.isoformat()}]
    if isinstance(value, datetime.timedelta):
        return [{"number": value.total_seconds() / 86400}]
    duration = re.fullmatch(r"PT(\d+)H(\d+)M(\d+)S", str(value))  # as calamine has those of ODS
    if duration:
        hours, minutes, seconds = map(int, duration.groups())
        return [{"number": (hours * 3600 + minutes * 60 + seconds) / 86400}]
    return [{"text": str(value)}]


def xlsx(path):
    import openpyxl

    book = openpyxl.load_workbook(path, data_only=True)
    for sheet in book.worksheets:
        for row in sheet.iter_rows(values_only=True):
            for value in row:
                yield from of_cell(value)


def xls(path):
    import xlrd

    book = xlrd.open_workbook(path)
    for sheet in book.sheets():
        for row in range(sheet.nrows):
            for cell in sheet.row(row):
                if cell.ctype == xlrd.XL_CELL_DATE:
                    try:
                        yield from of_cell(xlrd.xldate_as_datetime(cell.value, book.datemode))
                    except (ValueError, OverflowError):
                        yield {"number": cell.value}
                elif cell.ctype == xlrd.XL_CELL_BOOLEAN:
                    yield from of_cell(bool(cell.value))
                elif cell.ctype in (xlrd.XL_CELL_TEXT, xlrd.XL_CELL_NUMBER):
                    yield from of_cell(cell.value)


def calamine(path):
    import python_calamine

    book = python_calamine.CalamineWorkbook.from_path(path)
    for name in book.sheet_names:
        for row in book.get_sheet_by_name(name).to_python():
            for value in row:
                yield from of_cell(value)


def docx(path):
    import docx as library
    from docx.oxml.ns import qn

    pieces = ("w:t", "w:tab", "w:br", "w:cr", "w:noBreakHyphen")
    fallback = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
    for paragraph in library.Document(path).element.body.iter(qn("w:p")):
        if any(True for _ in paragraph.iterancestors(fallback)):
            continue
        own = (one for one in paragraph.iter(*map(qn, pieces)) if next(one.iterancestors(qn("w:p"))) is paragraph)
        yield {"text": "".join(one.text or " " for one in own)}


def pptx(path):
    import pptx as library

    def shapes(group):
        for shape in group:
            if shape.shape_type == 6:
                yield from shapes(shape.shapes)
            elif shape.has_text_frame:
                yield from ({"text": paragraph.text} for paragraph in shape.text_frame.paragraphs)
            elif getattr(shape, "has_table", False) and shape.has_table:
                yield from ({"text": cell.text} for cell in shape.table.iter_cells())
            elif getattr(shape, "has_chart", False) and shape.has_chart:
                for plot in shape.chart.plots:
                    for series in plot.series:
                        for value in series.values:
                            yield from of_cell(value)

    for slide in library.Presentation(path).slides:
        yield from shapes(slide.shapes)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            yield {"text": slide.notes_slide.notes_text_frame.text}


def html_text(source):
    from bs4 import BeautifulSoup, Comment, Declaration, Doctype, ProcessingInstruction

    page = BeautifulSoup(source, "html.parser")
    for node in page(["script", "style", "template", "head", "noscript"]):
        node.decompose()
    for text in page.find_all(string=True):
        if not isinstance(text, (Comment, Declaration, Doctype, ProcessingInstruction)):
            yield {"text": str(text)}


def html(path):
    with open(path, "rb") as file:
        yield from html_text(file.read())


def of_mail(message):
    for name in ("subject", "from", "to", "cc"):
        yield {"text": str(message[name] or "")}
    body = message.get_body(("html", "plain"))
    if body is not None:
        content = body.get_content()
        if body.get_content_subtype() == "html":
            yield from html_text(content)
        else:
            yield {"text": content}
    for part in message.iter_attachments():
        yield {"text": part.get_filename() or ""}


def eml(path):
    with open(path, "rb") as file:
        yield from of_mail(email.message_from_binary_file(file, policy=email.policy.default))


def mbox(path):
    def factory(file):
        return email.message_from_binary_file(file, policy=email.policy.default)

    for message in mailbox.mbox(path, factory=factory, create=False):
        yield from of_mail(message)


def msg(path):
    import extract_msg

    with extract_msg.openMsg(path) as mail:
        for name in ("subject", "sender", "to", "cc", "body"):
            yield {"text": getattr(mail, name, None) or ""}
        for part in mail.attachments:
            yield {"text": getattr(part, "longFilename", None) or ""}


def rtf(path):
    from striprtf.striprtf import rtf_to_text

    with open(path, encoding="latin-1") as file:
        yield {"text": rtf_to_text(file.read(), errors="ignore")}


def opendocument_text(path):
    from odf import teletype
    from odf.opendocument import load
    from odf.text import H, P

    body = load(path).body
    for kind in (P, H):
        yield from ({"text": teletype.extractText(one)} for one in body.getElementsByType(kind))


def by_program(name):
    def read(path):
        run = subprocess.run([name, "-w", "-d", "utf-8", path] if name == "catdoc" else [name, "-d", "utf-8", path],
                             capture_output=True, timeout=SECONDS_A_DOCUMENT, check=True)
        yield {"text": run.stdout.decode("utf-8", "replace")}

    return read


def text(path):
    with open(path, "rb") as file:
        yield {"text": file.read().decode("utf-8-sig")}


READERS = {
    "xlsx": xlsx, "xlsm": xlsx, "xls": xls, "xlsb": calamine, "ods": calamine, "docx": docx, "docm": docx, "pptx": pptx,
    "html": html, "htm": html, "eml": eml, "mbox": mbox, "msg": msg, "rtf": rtf, "odt": opendocument_text,
    "odp": opendocument_text, "doc": by_program("catdoc"), "ppt": by_program("catppt"), "csv": text, "txt": text,
}  # fmt: skip


def too_long(*_):
    raise TimeoutError("too long")


answers = sys.stdout
sys.stdout = sys.stderr  # where libraries may print what they like
logging.disable()
resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
warnings.simplefilter("ignore")
signal.signal(signal.SIGALRM, too_long)
for line in sys.stdin:
    path = line.rstrip("\n")
    signal.alarm(SECONDS_A_DOCUMENT)
    try:
        found = [value for value, _ in zip(READERS[path.rsplit(".", 1)[1].lower()](path), range(MAX_VALUES))]
        signal.alarm(0)  # an answer that is cut off would be joined to the next
        print(json.dumps({"file": path, "values": found}), file=answers, flush=True)
    except BaseException as error:  # a panic of a library in Rust is no Exception
        print(json.dumps({"file": path, "error": f"{type(error).__name__}: {error}"[:200]}), file=answers, flush=True)
    finally:
        signal.alarm(0)
