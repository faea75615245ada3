-- Full text of microblog posts: the words as they are written, and their stems. Triggers keep it in step with the rows.
CREATE VIRTUAL TABLE `microblog_posts_text` USING fts5(`text`, `stems`, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3');
--> statement-breakpoint
CREATE TRIGGER `microblog_posts_text_insert` AFTER INSERT ON `microblog_posts` BEGIN
  INSERT INTO `microblog_posts_text` (rowid, `text`, `stems`) VALUES (new.`id`, new.`text`, stems(new.`text`));
END;
--> statement-breakpoint
CREATE TRIGGER `microblog_posts_text_update` AFTER UPDATE OF `text` ON `microblog_posts` BEGIN
  UPDATE `microblog_posts_text` SET `text` = new.`text`, `stems` = stems(new.`text`) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
CREATE TRIGGER `microblog_posts_text_delete` AFTER DELETE ON `microblog_posts` BEGIN
  DELETE FROM `microblog_posts_text` WHERE rowid = old.`id`;
END;
