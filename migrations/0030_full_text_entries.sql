-- The words of events and forums are found by the row's id in a table of their own: in the index of words itself the id
-- has no index, so that each changed title would look through all.
CREATE TABLE `events_text_entries` (`entry` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE);
INSERT OR IGNORE INTO `events_text_entries` (`entry`, `id`) SELECT rowid, `event_id` FROM `events_text`;
--> statement-breakpoint
DROP TRIGGER `events_text_insert`;
DROP TRIGGER `events_text_update`;
DROP TRIGGER `events_text_delete`;
--> statement-breakpoint
CREATE TRIGGER `events_text_insert` AFTER INSERT ON `events` BEGIN
  INSERT INTO `events_text_entries` (`id`) VALUES (new.`id`);
  INSERT OR REPLACE INTO `events_text` (rowid, `event_id`, `title`, `description`, `stems`)
  SELECT `entry`, new.`id`, new.`title`, new.`description`, stems(new.`title`, new.`description`)
  FROM `events_text_entries` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `events_text_update` AFTER UPDATE OF `title`, `description` ON `events` BEGIN
  UPDATE `events_text`
  SET `title` = new.`title`, `description` = new.`description`, `stems` = stems(new.`title`, new.`description`)
  WHERE rowid = (SELECT `entry` FROM `events_text_entries` WHERE `id` = new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `events_text_delete` AFTER DELETE ON `events` BEGIN
  DELETE FROM `events_text` WHERE rowid = (SELECT `entry` FROM `events_text_entries` WHERE `id` = old.`id`);
  DELETE FROM `events_text_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TABLE `forums_text_entries` (`entry` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE);
INSERT OR IGNORE INTO `forums_text_entries` (`entry`, `id`) SELECT rowid, `forum_id` FROM `forums_text`;
--> statement-breakpoint
DROP TRIGGER `forums_text_insert`;
DROP TRIGGER `forums_text_update`;
DROP TRIGGER `forums_text_delete`;
--> statement-breakpoint
CREATE TRIGGER `forums_text_insert` AFTER INSERT ON `forums` BEGIN
  INSERT INTO `forums_text_entries` (`id`) VALUES (new.`id`);
  INSERT OR REPLACE INTO `forums_text` (rowid, `forum_id`, `title`, `stems`)
  SELECT `entry`, new.`id`, new.`title`, stems(new.`title`) FROM `forums_text_entries` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `forums_text_update` AFTER UPDATE OF `title` ON `forums` BEGIN
  UPDATE `forums_text` SET `title` = new.`title`, `stems` = stems(new.`title`)
  WHERE rowid = (SELECT `entry` FROM `forums_text_entries` WHERE `id` = new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `forums_text_delete` AFTER DELETE ON `forums` BEGIN
  DELETE FROM `forums_text` WHERE rowid = (SELECT `entry` FROM `forums_text_entries` WHERE `id` = old.`id`);
  DELETE FROM `forums_text_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
-- Songs come by tens of thousands while others search. Left to itself their index now and then puts a large part of itself
-- in order within one transaction; whatever writes songs asks for a little of that each time.
INSERT INTO `karaoke_songs_text` (`karaoke_songs_text`, rank) VALUES ('automerge', 0);
