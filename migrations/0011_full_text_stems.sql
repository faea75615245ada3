-- Full text holds the words as they are written, so that what is found while a word is typed stays found, and beside them
-- their stems, so that other forms are found. Triggers keep it in step with the rows.
DROP TRIGGER `events_text_insert`;
DROP TRIGGER `events_text_update`;
DROP TRIGGER `events_text_delete`;
DROP TABLE `events_text`;
CREATE VIRTUAL TABLE `events_text` USING fts5(`event_id` UNINDEXED, `title`, `description`, `stems`, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
INSERT INTO `events_text` (`event_id`, `title`, `description`, `stems`)
SELECT `id`, `title`, `description`, stems(`title`, `description`) FROM `events`;
--> statement-breakpoint
CREATE TRIGGER `events_text_insert` AFTER INSERT ON `events` BEGIN
  INSERT INTO `events_text` (`event_id`, `title`, `description`, `stems`)
  VALUES (new.`id`, new.`title`, new.`description`, stems(new.`title`, new.`description`));
END;
--> statement-breakpoint
CREATE TRIGGER `events_text_update` AFTER UPDATE OF `title`, `description` ON `events` BEGIN
  UPDATE `events_text`
  SET `title` = new.`title`, `description` = new.`description`, `stems` = stems(new.`title`, new.`description`)
  WHERE `event_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_text_delete` AFTER DELETE ON `events` BEGIN
  DELETE FROM `events_text` WHERE `event_id` = old.`id`;
END;
--> statement-breakpoint
DROP TRIGGER `fezzes_text_insert`;
DROP TRIGGER `fezzes_text_update`;
DROP TRIGGER `fezzes_text_delete`;
DROP TABLE `fezzes_text`;
CREATE VIRTUAL TABLE `fezzes_text` USING fts5(`fez_id` UNINDEXED, `title`, `info`, `stems`, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
INSERT INTO `fezzes_text` (`fez_id`, `title`, `info`, `stems`)
SELECT `id`, `title`, `info`, stems(`title`, `info`) FROM `fezzes`;
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_insert` AFTER INSERT ON `fezzes` BEGIN
  INSERT INTO `fezzes_text` (`fez_id`, `title`, `info`, `stems`)
  VALUES (new.`id`, new.`title`, new.`info`, stems(new.`title`, new.`info`));
END;
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_update` AFTER UPDATE OF `title`, `info` ON `fezzes` BEGIN
  UPDATE `fezzes_text` SET `title` = new.`title`, `info` = new.`info`, `stems` = stems(new.`title`, new.`info`)
  WHERE `fez_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_delete` AFTER DELETE ON `fezzes` BEGIN
  DELETE FROM `fezzes_text` WHERE `fez_id` = old.`id`;
END;
--> statement-breakpoint
DROP TRIGGER `fez_posts_text_insert`;
DROP TRIGGER `fez_posts_text_delete`;
DROP TABLE `fez_posts_text`;
CREATE VIRTUAL TABLE `fez_posts_text` USING fts5(`text`, `stems`, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
INSERT INTO `fez_posts_text` (rowid, `text`, `stems`) SELECT `id`, `text`, stems(`text`) FROM `fez_posts`;
--> statement-breakpoint
CREATE TRIGGER `fez_posts_text_insert` AFTER INSERT ON `fez_posts` BEGIN
  INSERT INTO `fez_posts_text` (rowid, `text`, `stems`) VALUES (new.`id`, new.`text`, stems(new.`text`));
END;
--> statement-breakpoint
CREATE TRIGGER `fez_posts_text_update` AFTER UPDATE OF `text` ON `fez_posts` BEGIN
  UPDATE `fez_posts_text` SET `text` = new.`text`, `stems` = stems(new.`text`) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `fez_posts_text_delete` AFTER DELETE ON `fez_posts` BEGIN
  DELETE FROM `fez_posts_text` WHERE rowid = old.`id`;
END;
