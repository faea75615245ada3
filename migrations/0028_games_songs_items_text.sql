-- Full text of names of games, of songs and of those that were sung, and of items: the words as they are written, and
-- their stems. Triggers keep it in step with the rows.
CREATE VIRTUAL TABLE `board_games_text` USING fts5(`game_id` UNINDEXED, `game_name`, `stems`, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `board_games_text_insert` AFTER INSERT ON `board_games` BEGIN
  INSERT INTO `board_games_text` (`game_id`, `game_name`, `stems`) VALUES (new.`id`, new.`game_name`, stems(new.`game_name`));
END;
--> statement-breakpoint
CREATE TRIGGER `board_games_text_update` AFTER UPDATE OF `entry` ON `board_games` WHEN old.`game_name` IS NOT new.`game_name` BEGIN
  UPDATE `board_games_text` SET `game_name` = new.`game_name`, `stems` = stems(new.`game_name`) WHERE `game_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `board_games_text_delete` AFTER DELETE ON `board_games` BEGIN
  DELETE FROM `board_games_text` WHERE `game_id` = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `karaoke_songs_text` USING fts5(`words`, `stems`, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `karaoke_songs_text_insert` AFTER INSERT ON `karaoke_songs` BEGIN
  INSERT INTO `karaoke_songs_text` (rowid, `words`, `stems`) VALUES (new.`id`, new.`words`, stems(new.`words`));
END;
--> statement-breakpoint
CREATE TRIGGER `karaoke_songs_text_update` AFTER UPDATE OF `artist`, `title` ON `karaoke_songs` BEGIN
  UPDATE `karaoke_songs_text` SET `words` = new.`words`, `stems` = stems(new.`words`) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `karaoke_songs_text_delete` AFTER DELETE ON `karaoke_songs` BEGIN
  DELETE FROM `karaoke_songs_text` WHERE rowid = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `karaoke_performances_text` USING fts5(`words`, `stems`, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `karaoke_performances_text_insert` AFTER INSERT ON `karaoke_performances` BEGIN
  INSERT INTO `karaoke_performances_text` (rowid, `words`, `stems`) VALUES (new.`id`, new.`words`, stems(new.`words`));
END;
--> statement-breakpoint
CREATE TRIGGER `karaoke_performances_text_update` AFTER UPDATE OF `artist`, `title` ON `karaoke_performances` BEGIN
  UPDATE `karaoke_performances_text` SET `words` = new.`words`, `stems` = stems(new.`words`) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `karaoke_performances_text_delete` AFTER DELETE ON `karaoke_performances` BEGIN
  DELETE FROM `karaoke_performances_text` WHERE rowid = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `quartermaster_items_text` USING fts5(`item_name`, `item_description`, `location`, `stems`, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `quartermaster_items_text_insert` AFTER INSERT ON `quartermaster_items` BEGIN
  INSERT INTO `quartermaster_items_text` (rowid, `item_name`, `item_description`, `location`, `stems`)
  VALUES (new.`id`, new.`item_name`, new.`item_description`, new.`location`, stems(new.`item_name`, new.`item_description`, new.`location`));
END;
--> statement-breakpoint
CREATE TRIGGER `quartermaster_items_text_update` AFTER UPDATE OF `id`, `item_name`, `item_description`, `location` ON `quartermaster_items` BEGIN
  DELETE FROM `quartermaster_items_text` WHERE rowid = old.`id`;
  INSERT INTO `quartermaster_items_text` (rowid, `item_name`, `item_description`, `location`, `stems`)
  VALUES (new.`id`, new.`item_name`, new.`item_description`, new.`location`, stems(new.`item_name`, new.`item_description`, new.`location`));
END;
--> statement-breakpoint
CREATE TRIGGER `quartermaster_items_text_delete` AFTER DELETE ON `quartermaster_items` BEGIN
  DELETE FROM `quartermaster_items_text` WHERE rowid = old.`id`;
END;
