CREATE TABLE `alert_hits` (
	`place` text NOT NULL,
	`content_id` integer NOT NULL,
	`word` text NOT NULL,
	`last_alert_id` integer NOT NULL,
	`passed_over` text NOT NULL,
	PRIMARY KEY(`place`, `content_id`, `word`)
);
--> statement-breakpoint
CREATE INDEX `alert_hits_by_word` ON `alert_hits` (`word`,`place`,`last_alert_id`);--> statement-breakpoint
CREATE TABLE `hashtag_uses` (
	`place` text NOT NULL,
	`content_id` integer NOT NULL,
	`tag` text NOT NULL,
	`is_public` integer NOT NULL,
	PRIMARY KEY(`place`, `content_id`, `tag`)
);
--> statement-breakpoint
CREATE INDEX `hashtag_uses_by_tag` ON `hashtag_uses` (`tag`,`is_public`);--> statement-breakpoint
CREATE TABLE `hashtags` (
	`tag` text PRIMARY KEY NOT NULL,
	`public_posts` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mention_totals` (
	`user_id` text NOT NULL,
	`counter` text NOT NULL,
	`total` integer NOT NULL,
	`viewed` integer NOT NULL,
	PRIMARY KEY(`user_id`, `counter`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `mentions` (
	`counter` text NOT NULL,
	`content_id` integer NOT NULL,
	`name` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`counter`, `content_id`, `name`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `mentions_by_user` ON `mentions` (`user_id`,`counter`);--> statement-breakpoint
CREATE TABLE `__new_alert_words` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`word` text NOT NULL,
	`forum_total` integer DEFAULT 0 NOT NULL,
	`forum_viewed` integer DEFAULT 0 NOT NULL,
	`microblog_total` integer DEFAULT 0 NOT NULL,
	`microblog_viewed` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_alert_words` (`user_id`, `word`) SELECT `user_id`, `word` FROM `alert_words`;--> statement-breakpoint
DROP TABLE `alert_words`;--> statement-breakpoint
ALTER TABLE `__new_alert_words` RENAME TO `alert_words`;--> statement-breakpoint
CREATE UNIQUE INDEX `alert_words_by_word` ON `alert_words` (`word`,`user_id`);--> statement-breakpoint
CREATE INDEX `alert_words_by_user` ON `alert_words` (`user_id`,`word`);--> statement-breakpoint
CREATE INDEX `user_mutes_by_muted` ON `user_mutes` (`muted_id`);