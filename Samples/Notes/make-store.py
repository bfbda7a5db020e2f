#!/usr/bin/env python3
"""Writes Notes.sqlite, a small store in the layout of Core Data, as an app of notes would leave it.

    python3 make-store.py [Notes.sqlite]

The store has what a store of an app has: the model in its cache, a hierarchy of entities in one table, to-one and
to-many relationships, an ordered one, pairs of notes and tags, dates from 2001, decimals, UUIDs and an archive.
"""

import os
import plistlib
import sqlite3
import sys
import uuid
import zlib
from plistlib import UID

TYPES = {
    "Integer 16": (100, "INTEGER"), "Integer 32": (200, "INTEGER"), "Integer 64": (300, "INTEGER"),
    "Decimal": (400, "DECIMAL"), "Double": (500, "FLOAT"), "Float": (600, "FLOAT"), "String": (700, "VARCHAR"),
    "Boolean": (800, "INTEGER"), "Date": (900, "TIMESTAMP"), "Binary": (1000, "BLOB"), "UUID": (1100, "BLOB"),
    "URI": (1200, "VARCHAR"), "Transformable": (1800, "BLOB"),
}

# name, parent, abstract, attributes (name, type, optional), relationships (name, destination, many, ordered, inverse)
MODEL = [
    ("Folder", None, False, [("name", "String", False), ("color", "Integer 16", True)],
     [("parent", "Folder", False, False, "children"), ("children", "Folder", True, False, "parent"),
      ("items", "Item", True, True, "folder")]),
    ("Item", None, True, [("title", "String", False), ("created", "Date", False), ("uuid", "UUID", False)],
     [("folder", "Folder", False, False, "items"), ("tags", "Tag", True, False, "items")]),
    ("Note", "Item", False, [("text", "String", True), ("pinned", "Boolean", False), ("words", "Transformable", True)], []),
    ("Task", "Item", False, [("due", "Date", True), ("done", "Boolean", False), ("cost", "Decimal", True)], []),
    ("Tag", None, False, [("label", "String", False)], [("items", "Item", True, False, "tags")]),
]


class Archiver:
    """The form of NSKeyedArchiver: a flat list of objects that refer to each other by number."""

    def __init__(self):
        self.objects, self.classes = ["$null"], {}

    def add(self, value):
        self.objects.append(value)
        return UID(len(self.objects) - 1)

    def cls(self, name):
        if name not in self.classes:
            self.classes[name] = self.add({"$classname": name, "$classes": [name, "NSObject"]})
        return self.classes[name]

    def array(self, items, name="NSArray"):
        return self.add({"$class": self.cls(name), "NS.objects": items})

    def dictionary(self, members):
        return self.add({
            "$class": self.cls("NSMutableDictionary"), "NS.keys": [self.add(key) for key in members],
            "NS.objects": list(members.values())})

    def data(self, root):
        return plistlib.dumps(
            {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": root}, "$objects": self.objects},
            fmt=plistlib.FMT_BINARY, sort_keys=False)


def model_archive():
    archive = Archiver()
    null = UID(0)
    places = {entity[0]: archive.add(None) for entity in MODEL}
    parents = {entity[0]: entity[1] for entity in MODEL}
    parts = {entity[0]: entity for entity in MODEL}

    def lineage(name):
        while name:
            yield name
            name = parents[name]

    for name, parent, abstract, _, _ in MODEL:
        properties = {}
        for ancestor in reversed(list(lineage(name))):
            for attribute, kind, optional in parts[ancestor][3]:
                properties[attribute] = archive.add({
                    "$class": archive.cls("NSAttributeDescription"), "NSPropertyName": archive.add(attribute),
                    "NSAttributeType": TYPES[kind][0], "NSIsOptional": optional, "NSIsTransient": False,
                    "NSEntity": places[name], "NSDefaultValue": null})
            for relationship, destination, many, ordered, inverse in parts[ancestor][4]:
                properties[relationship] = archive.add({
                    "$class": archive.cls("NSRelationshipDescription"), "NSPropertyName": archive.add(relationship),
                    "_NSDestinationEntityName": archive.add(destination), "NSMaxCount": 0 if many else 1, "NSMinCount": 0,
                    "NSIsOrdered": ordered, "NSIsOptional": True, "NSDeleteRule": 1, "NSEntity": places[name],
                    "_NSInverseRelationshipName": archive.add(inverse)})
        archive.objects[places[name].data] = {
            "$class": archive.cls("NSEntityDescription"), "NSEntityName": archive.add(name), "NSIsAbstract": abstract,
            "NSSuperentity": places[parent] if parent else null, "NSClassNameForEntity": null,
            "NSProperties": archive.dictionary(properties)}

    # pinned == YES AND title BEGINSWITH[c] $START
    def key(path):
        return archive.add({
            "$class": archive.cls("NSKeyPathExpression"), "NSExpressionType": 3,
            "NSOperand": archive.add({"$class": archive.cls("NSSelfExpression"), "NSExpressionType": 1}),
            "NSSelectorName": archive.add("valueForKeyPath:"),
            "NSArguments": archive.array([
                archive.add({"$class": archive.cls("NSKeyPathSpecifierExpression"), "NSKeyPath": archive.add(path)})])})

    def comparison(left, kind, options, right):
        return archive.add({
            "$class": archive.cls("NSComparisonPredicate"), "NSLeftExpression": left, "NSRightExpression": right,
            "NSPredicateOperator": archive.add({
                "$class": archive.cls("NSPredicateOperator"), "NSOperatorType": kind, "NSModifier": 0, "NSOptions": options})})

    yes = archive.add({"$class": archive.cls("NSConstantValueExpression"), "NSExpressionType": 0, "NSConstantValue": archive.add(True)})
    start = archive.add({"$class": archive.cls("NSVariableExpression"), "NSExpressionType": 2, "NSVariable": archive.add("START")})
    predicate = archive.add({
        "$class": archive.cls("NSCompoundPredicate"), "NSCompoundPredicateType": 1,
        "NSSubpredicates": archive.array([comparison(key("pinned"), 4, 0, yes), comparison(key("title"), 8, 1, start)])})
    request = archive.add({
        "$class": archive.cls("NSFetchRequest"), "NSEntityName": archive.add("Note"), "NSPredicate": predicate})
    return archive.data(archive.add({
        "$class": archive.cls("NSManagedObjectModel"), "NSEntities": archive.dictionary(places),
        "NSFetchRequestTemplates": archive.dictionary({"pinnedNotes": request}),
        "NSVersionIdentifiers": archive.array([archive.add("1.0")], "NSSet")}))


def words_archive(words):
    archive = Archiver()
    return archive.data(archive.array([archive.add(word) for word in words]))


def main():
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "Notes.sqlite")
    for suffix in ["", "-wal", "-shm", "-journal"]:
        if os.path.exists(path + suffix):
            os.remove(path + suffix)
    store = sqlite3.connect(path)
    # Entities have numbers in the order of their names, sub-entities behind their parent: Folder 1, Item 2, Note 3,
    # Task 4, Tag 5.
    store.executescript("""
        CREATE TABLE ZFOLDER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCOLOR INTEGER, ZPARENT INTEGER,
          ZNAME VARCHAR);
        CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPINNED INTEGER, ZDONE INTEGER,
          ZFOLDER INTEGER, Z_FOK_FOLDER INTEGER, ZCREATED TIMESTAMP, ZDUE TIMESTAMP, ZCOST DECIMAL, ZTITLE VARCHAR,
          ZTEXT VARCHAR, ZUUID BLOB, ZWORDS BLOB);
        CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLABEL VARCHAR);
        CREATE TABLE Z_2TAGS (Z_2ITEMS INTEGER, Z_5TAGS INTEGER, PRIMARY KEY (Z_2ITEMS, Z_5TAGS));
        CREATE INDEX ZFOLDER_ZPARENT_INDEX ON ZFOLDER (ZPARENT);
        CREATE INDEX ZITEM_ZFOLDER_INDEX ON ZITEM (ZFOLDER);
        CREATE INDEX ZITEM_Z_ENT_INDEX ON ZITEM (Z_ENT);
        CREATE INDEX Z_2TAGS_Z_5TAGS_INDEX ON Z_2TAGS (Z_5TAGS, Z_2ITEMS);
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
        CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
    """)
    store.executemany("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)", [
        (1, "Folder", 0, 3), (2, "Item", 0, 6), (3, "Note", 2, 0), (4, "Task", 2, 0), (5, "Tag", 0, 3)])
    store.executemany("INSERT INTO ZFOLDER VALUES (?, 1, 1, ?, ?, ?)", [
        (1, 3, None, "Home"), (2, None, None, "Work"), (3, 1, 2, "Travel")])
    date = 7.9e8
    rows = [
        # entity, pinned, done, folder, order, created, due, cost, title, text, words
        (3, 1, None, 1, 2048, date, None, None, "Recipes", "Waffles and soup", ["waffles", "soup"]),
        (3, 0, None, 1, 1024, date + 3600.5, None, None, "Letters", None, None),
        (4, None, 0, 2, 2048, date + 7200, date + 86400, 120.5, "Book the train", None, None),
        (4, None, 1, 3, 2048, date + 9000, None, None, "Pack", None, None),
        (3, 1, None, 3, 3072, date + 9100, None, None, "Router", "Behind the shelf", ["router"]),
        (4, None, 0, None, None, date + 9200, date - 86400, 40, "Call the dentist", None, None),
    ]
    for number, (entity, pinned, done, folder, order, created, due, cost, title, text, words) in enumerate(rows, 1):
        identifier = uuid.uuid5(uuid.NAMESPACE_URL, title)
        store.execute("INSERT INTO ZITEM VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (
            number, entity, pinned, done, folder, order, created, due, cost, title, text, identifier.bytes,
            words_archive(words) if words else None))
    store.executemany("INSERT INTO ZTAG VALUES (?, 5, 1, ?)", [(1, "food"), (2, "urgent"), (3, "later")])
    store.executemany("INSERT INTO Z_2TAGS VALUES (?, ?)", [(1, 1), (3, 2), (6, 2), (6, 3), (4, 3)])
    metadata = plistlib.dumps({
        "NSStoreType": "SQLite", "NSPersistenceFrameworkVersion": 1345, "NSStoreModelVersionIdentifiers": ["1.0"],
        "NSStoreModelVersionHashes": {entity[0]: bytes([number]) * 32 for number, entity in enumerate(MODEL)},
    }, fmt=plistlib.FMT_BINARY)
    identifier = str(uuid.uuid5(uuid.NAMESPACE_URL, "notes")).upper()
    store.execute("INSERT INTO Z_METADATA VALUES (1, ?, ?)", (identifier, metadata))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    store.execute("INSERT INTO Z_MODELCACHE VALUES (?)", (deflate.compress(model_archive()) + deflate.flush(),))
    store.commit()
    store.execute("VACUUM")
    store.close()


main()
