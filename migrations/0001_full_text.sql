-- Full text of events: word stems, without accents. Triggers keep it in step with the rows.
CREATE VIRTUAL TABLE `events_text` USING fts5(`event_id` UNINDEXED, `title`, `description`, tokenize = "porter unicode61 remove_diacritics 2", prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER `events_text_insert` AFTER INSERT ON `events` BEGIN
  INSERT INTO `events_text` (`event_id`, `title`, `description`) VALUES (new.`id`, new.`title`, new.`description`);
END;
--> statement-breakpoint
CREATE TRIGGER `events_text_update` AFTER UPDATE OF `title`, `description` ON `events` BEGIN
  UPDATE `events_text` SET `title` = new.`title`, `description` = new.`description` WHERE `event_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_text_delete` AFTER DELETE ON `events` BEGIN
  DELETE FROM `events_text` WHERE `event_id` = old.`id`;
END;
--> statement-breakpoint
-- Full text of chats and appointments, and of what is posted in them.
CREATE VIRTUAL TABLE `fezzes_text` USING fts5(`fez_id` UNINDEXED, `title`, `info`, tokenize = "porter unicode61 remove_diacritics 2", prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_insert` AFTER INSERT ON `fezzes` BEGIN
  INSERT INTO `fezzes_text` (`fez_id`, `title`, `info`) VALUES (new.`id`, new.`title`, new.`info`);
END;
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_update` AFTER UPDATE OF `title`, `info` ON `fezzes` BEGIN
  UPDATE `fezzes_text` SET `title` = new.`title`, `info` = new.`info` WHERE `fez_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_delete` AFTER DELETE ON `fezzes` BEGIN
  DELETE FROM `fezzes_text` WHERE `fez_id` = old.`id`;
END;
--> statement-breakpoint
-- Posts are never edited; the index holds words only, their text is in the row.
CREATE VIRTUAL TABLE `fez_posts_text` USING fts5(`text`, content = 'fez_posts', content_rowid = 'id', tokenize = "porter unicode61 remove_diacritics 2", prefix = '2 3');
--> statement-breakpoint
CREATE TRIGGER `fez_posts_text_insert` AFTER INSERT ON `fez_posts` BEGIN
  INSERT INTO `fez_posts_text` (rowid, `text`) VALUES (new.`id`, new.`text`);
END;
--> statement-breakpoint
CREATE TRIGGER `fez_posts_text_delete` AFTER DELETE ON `fez_posts` BEGIN
  INSERT INTO `fez_posts_text` (`fez_posts_text`, rowid, `text`) VALUES ('delete', old.`id`, old.`text`);
END;
