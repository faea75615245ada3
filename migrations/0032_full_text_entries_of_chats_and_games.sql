-- The words of chats and games are found by the row's id in a table of their own, as those of events and forums are.
CREATE TABLE `fezzes_text_entries` (`entry` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE);
INSERT OR IGNORE INTO `fezzes_text_entries` (`entry`, `id`) SELECT rowid, `fez_id` FROM `fezzes_text`;
--> statement-breakpoint
DROP TRIGGER `fezzes_text_insert`;
DROP TRIGGER `fezzes_text_update`;
DROP TRIGGER `fezzes_text_delete`;
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_insert` AFTER INSERT ON `fezzes` BEGIN
  INSERT INTO `fezzes_text_entries` (`id`) VALUES (new.`id`);
  INSERT OR REPLACE INTO `fezzes_text` (rowid, `fez_id`, `title`, `info`, `stems`)
  SELECT `entry`, new.`id`, new.`title`, new.`info`, stems(new.`title`, new.`info`)
  FROM `fezzes_text_entries` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_update` AFTER UPDATE OF `title`, `info` ON `fezzes` BEGIN
  UPDATE `fezzes_text` SET `title` = new.`title`, `info` = new.`info`, `stems` = stems(new.`title`, new.`info`)
  WHERE rowid = (SELECT `entry` FROM `fezzes_text_entries` WHERE `id` = new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `fezzes_text_delete` AFTER DELETE ON `fezzes` BEGIN
  DELETE FROM `fezzes_text` WHERE rowid = (SELECT `entry` FROM `fezzes_text_entries` WHERE `id` = old.`id`);
  DELETE FROM `fezzes_text_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
CREATE TABLE `board_games_text_entries` (`entry` integer PRIMARY KEY NOT NULL, `id` text NOT NULL UNIQUE);
INSERT OR IGNORE INTO `board_games_text_entries` (`entry`, `id`) SELECT rowid, `game_id` FROM `board_games_text`;
--> statement-breakpoint
DROP TRIGGER `board_games_text_insert`;
DROP TRIGGER `board_games_text_update`;
DROP TRIGGER `board_games_text_delete`;
--> statement-breakpoint
CREATE TRIGGER `board_games_text_insert` AFTER INSERT ON `board_games` BEGIN
  INSERT INTO `board_games_text_entries` (`id`) VALUES (new.`id`);
  INSERT OR REPLACE INTO `board_games_text` (rowid, `game_id`, `game_name`, `stems`)
  SELECT `entry`, new.`id`, new.`game_name`, stems(new.`game_name`)
  FROM `board_games_text_entries` WHERE `id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `board_games_text_update` AFTER UPDATE OF `entry` ON `board_games` WHEN old.`game_name` IS NOT new.`game_name` BEGIN
  UPDATE `board_games_text` SET `game_name` = new.`game_name`, `stems` = stems(new.`game_name`)
  WHERE rowid = (SELECT `entry` FROM `board_games_text_entries` WHERE `id` = new.`id`);
END;
--> statement-breakpoint
CREATE TRIGGER `board_games_text_delete` AFTER DELETE ON `board_games` BEGIN
  DELETE FROM `board_games_text` WHERE rowid = (SELECT `entry` FROM `board_games_text_entries` WHERE `id` = old.`id`);
  DELETE FROM `board_games_text_entries` WHERE `id` = old.`id`;
END;
--> statement-breakpoint
-- An event that only moves keeps its words.
DROP TRIGGER `events_text_update`;
CREATE TRIGGER `events_text_update` AFTER UPDATE OF `title`, `description` ON `events`
WHEN old.`title` IS NOT new.`title` OR old.`description` IS NOT new.`description` BEGIN
  UPDATE `events_text`
  SET `title` = new.`title`, `description` = new.`description`, `stems` = stems(new.`title`, new.`description`)
  WHERE rowid = (SELECT `entry` FROM `events_text_entries` WHERE `id` = new.`id`);
END;
