"""python.py SPEC.json FOLDER: writes the workbooks of a specification whose writer is a package of Python."""

import datetime
import json
import os
import sys

import openpyxl
import openpyxl.utils.datetime
import xlsxwriter


def instant_of(text):
    return datetime.datetime.fromisoformat(text)


def value_of(cell):
    kind, value = cell["kind"], cell.get("value")
    if kind == "day":
        return instant_of(value).date()
    if kind == "moment":
        return instant_of(value)
    if kind == "time":
        return datetime.time(value // 60, value % 60)
    if kind == "duration":
        return datetime.timedelta(minutes=value)
    if kind == "rich":
        return "".join(value)
    return value


def write_openpyxl(book, path):
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    workbook.iso_dates = book["writer"] == "openpyxl-iso"
    if book["is1904"]:
        workbook.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    for sheet in book["sheets"]:
        worksheet = workbook.create_sheet(sheet["name"])
        for row, cells in enumerate(sheet["rows"], 1):
            for column, cell in enumerate(cells, 1):
                if cell is None:
                    continue
                target = worksheet.cell(row, column)
                if cell["kind"] == "formula":
                    target.value = "=" + cell["formula"]
                elif cell["kind"] == "text":
                    target.value = cell["value"]
                    target.data_type = "s"
                else:
                    target.value = value_of(cell)
                if cell["kind"] == "link":
                    target.hyperlink = "https://example.test/"
                if "format" in cell:
                    target.number_format = cell["format"]
    workbook.save(path)


def write_xlsxwriter(book, path):
    options = {
        "constant_memory": book["writer"].endswith("-constant"),
        "date_1904": book["is1904"],
        "default_date_format": "yyyy-mm-dd",
    }
    workbook = xlsxwriter.Workbook(path, options)
    formats = {}
    for sheet in book["sheets"]:
        worksheet = workbook.add_worksheet(sheet["name"])
        for row, cells in enumerate(sheet["rows"]):
            for column, cell in enumerate(cells):
                if cell is None:
                    continue
                code = cell.get("format")
                if code is not None and code not in formats:
                    formats[code] = workbook.add_format({"num_format": code})
                style = formats.get(code)
                kind, value = cell["kind"], value_of(cell)
                if kind == "text":
                    worksheet.write_string(row, column, value, style)
                elif kind in ("day", "moment", "time", "duration"):
                    worksheet.write_datetime(row, column, value, style)
                elif kind == "boolean":
                    worksheet.write_boolean(row, column, value)
                elif kind == "error":
                    worksheet.write_formula(row, column, "=NA()", None, value)
                elif kind == "formula":
                    result = () if value is None else (value,)
                    worksheet.write_formula(row, column, "=" + cell["formula"], style, *result)
                elif kind == "rich":
                    bold = workbook.add_format({"bold": True})
                    first, second = cell["value"]
                    worksheet.write_rich_string(row, column, first, bold, second)
                elif kind == "link":
                    worksheet.write_url(row, column, "https://example.test/", None, value)
                else:
                    worksheet.write_number(row, column, value, style)
    workbook.close()


WRITERS = {
    "openpyxl": write_openpyxl,
    "openpyxl-iso": write_openpyxl,
    "xlsxwriter": write_xlsxwriter,
    "xlsxwriter-constant": write_xlsxwriter,
}

specification, folder = sys.argv[1:]
with open(specification, encoding="utf-8") as file:
    for each in json.load(file):
        if each["writer"] in WRITERS:
            WRITERS[each["writer"]](each, os.path.join(folder, each["file"]))
