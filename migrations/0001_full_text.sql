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
