"""A session taken out of the journal: as patches, as JSON lines, as files again."""
