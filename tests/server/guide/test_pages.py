from __future__ import annotations

from railbird_server.guide.pages import (
    Entry,
    Heading,
    Paragraph,
    Title,
    render_page,
)

LONG = "All the birds of the marsh were sitting on the rail that day. " * 4


def test_lines_fit_the_terminal() -> None:
    page = render_page([Paragraph(LONG), Entry("BT-34", LONG), Entry("VT-HE-5", LONG)], 60)
    assert max(map(len, page.splitlines())) <= 60


def test_the_page_width_is_between_40_and_100() -> None:
    assert max(map(len, render_page([Paragraph(LONG)], 5).splitlines())) <= 40
    assert max(map(len, render_page([Paragraph(LONG)], 500).splitlines())) <= 100


def test_consecutive_labels_are_padded_to_one_width() -> None:
    page = render_page([Entry("A", "first"), Entry("LONGER", "second")], 80)
    assert page == "A       first\nLONGER  second"


def test_the_text_of_an_entry_is_indented_past_its_label() -> None:
    lines = render_page([Entry("BT-34", LONG)], 60).splitlines()
    assert lines[0].startswith("BT-34  All")
    assert {line[:7] for line in lines[1:]} == {"       "}


def test_a_long_label_has_a_line_of_its_own() -> None:
    assert render_page([Entry("seven-card-stud-traditional", "long")], 40).splitlines()[1].strip() == "long"


def test_titles_and_headings_are_underlined_and_separated_by_a_blank_line() -> None:
    assert render_page([Title("Razz"), Heading("Pot")], 80) == "Razz\n====\n\nPot\n---"
