-- The stems of a text are followed by its words that stand behind a `#` or `@`, with that sign: rows that have some.
UPDATE `forum_posts_text` SET `stems` = stems(`text`) WHERE `stems` <> stems(`text`);
--> statement-breakpoint
UPDATE `microblog_posts_text` SET `stems` = stems(`text`) WHERE `stems` <> stems(`text`);
--> statement-breakpoint
UPDATE `fez_posts_text` SET `stems` = stems(`text`) WHERE `stems` <> stems(`text`);
--> statement-breakpoint
UPDATE `forums_text` SET `stems` = stems(`title`) WHERE `stems` <> stems(`title`);
--> statement-breakpoint
UPDATE `fezzes_text` SET `stems` = stems(`title`, `info`) WHERE `stems` <> stems(`title`, `info`);
--> statement-breakpoint
UPDATE `events_text` SET `stems` = stems(`title`, `description`) WHERE `stems` <> stems(`title`, `description`);
