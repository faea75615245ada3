CREATE TABLE `microblog_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`editor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`text` text NOT NULL,
	`images` text,
	`post_id` integer NOT NULL,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`post_id`) REFERENCES `microblog_posts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `microblog_edits_by_post` ON `microblog_edits` (`post_id`);--> statement-breakpoint
CREATE TABLE `microblog_marks` (
	`post_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`reaction` text,
	`is_bookmarked` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `post_id`),
	FOREIGN KEY (`post_id`) REFERENCES `microblog_posts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `microblog_marks_by_post` ON `microblog_marks` (`post_id`) WHERE reaction IS NOT NULL;--> statement-breakpoint
CREATE TABLE `microblog_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`images` text,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`like_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`reply_group_id` integer,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reply_group_id`) REFERENCES `microblog_posts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `microblog_posts_live` ON `microblog_posts` (`id`,`author_id`,`reply_group_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `microblog_posts_by_author` ON `microblog_posts` (`author_id`,`id`,`reply_group_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `microblog_posts_by_group` ON `microblog_posts` (`reply_group_id`,`id`,`author_id`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `microblog_posts_by_time` ON `microblog_posts` (`created_at`,`id`);