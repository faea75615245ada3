-- Full text of titles and posts: the words as they are written, and their stems. Triggers keep it in step with the rows.
CREATE VIRTUAL TABLE `forums_text` USING fts5(`forum_id` UNINDEXED, `title`, `stems`, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `forums_text_insert` AFTER INSERT ON `forums` BEGIN
  INSERT INTO `forums_text` (`forum_id`, `title`, `stems`) VALUES (new.`id`, new.`title`, stems(new.`title`));
END;
--> statement-breakpoint
CREATE TRIGGER `forums_text_update` AFTER UPDATE OF `title` ON `forums` BEGIN
  UPDATE `forums_text` SET `title` = new.`title`, `stems` = stems(new.`title`) WHERE `forum_id` = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `forums_text_delete` AFTER DELETE ON `forums` BEGIN
  DELETE FROM `forums_text` WHERE `forum_id` = old.`id`;
END;
--> statement-breakpoint
CREATE VIRTUAL TABLE `forum_posts_text` USING fts5(`text`, `stems`, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `forum_posts_text_insert` AFTER INSERT ON `forum_posts` BEGIN
  INSERT INTO `forum_posts_text` (rowid, `text`, `stems`) VALUES (new.`id`, new.`text`, stems(new.`text`));
END;
--> statement-breakpoint
CREATE TRIGGER `forum_posts_text_update` AFTER UPDATE OF `text` ON `forum_posts` BEGIN
  UPDATE `forum_posts_text` SET `text` = new.`text`, `stems` = stems(new.`text`) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `forum_posts_text_delete` AFTER DELETE ON `forum_posts` BEGIN
  DELETE FROM `forum_posts_text` WHERE rowid = old.`id`;
END;
