-- Posts are counted once for each word instead of once for each user who is alerted to it.
CREATE TABLE `alert_word_totals` (
	`word` text NOT NULL,
	`place` text NOT NULL,
	`posts` integer NOT NULL,
	PRIMARY KEY(`word`, `place`)
);
--> statement-breakpoint
INSERT INTO `alert_word_totals` (`word`, `place`, `posts`)
SELECT `word`, `place`, count(*) FROM `alert_hits` GROUP BY `word`, `place`;
--> statement-breakpoint
ALTER TABLE `alert_words` RENAME COLUMN `forum_total` TO `forum_offset`;--> statement-breakpoint
ALTER TABLE `alert_words` RENAME COLUMN `microblog_total` TO `microblog_offset`;--> statement-breakpoint
UPDATE `alert_words` SET
	`forum_offset` = `forum_offset` - coalesce((
		SELECT `posts` FROM `alert_word_totals` AS t WHERE t.`word` = `alert_words`.`word` AND t.`place` = 'forum'), 0),
	`microblog_offset` = `microblog_offset` - coalesce((
		SELECT `posts` FROM `alert_word_totals` AS t WHERE t.`word` = `alert_words`.`word` AND t.`place` = 'microblog'), 0);
