CREATE TABLE `forum_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`purpose` text NOT NULL,
	`view_level` text NOT NULL,
	`create_level` text NOT NULL,
	`required_role` text,
	`is_event_category` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forum_categories_title_unique` ON `forum_categories` (`title`);--> statement-breakpoint
CREATE TABLE `forum_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`editor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`forum_id` text NOT NULL,
	`title` text NOT NULL,
	`category_id` text,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`forum_id`) REFERENCES `forums`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`category_id`) REFERENCES `forum_categories`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_edits_by_forum` ON `forum_edits` (`forum_id`);--> statement-breakpoint
CREATE TABLE `forum_post_edits` (
	`id` text PRIMARY KEY NOT NULL,
	`editor_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`text` text NOT NULL,
	`images` text,
	`post_id` integer NOT NULL,
	FOREIGN KEY (`editor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`post_id`) REFERENCES `forum_posts`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_post_edits_by_post` ON `forum_post_edits` (`post_id`);--> statement-breakpoint
CREATE TABLE `forum_post_marks` (
	`post_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`reaction` text,
	`is_bookmarked` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`user_id`, `post_id`),
	FOREIGN KEY (`post_id`) REFERENCES `forum_posts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forum_post_marks_by_post` ON `forum_post_marks` (`post_id`) WHERE reaction IS NOT NULL;--> statement-breakpoint
CREATE TABLE `forum_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`images` text,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`like_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	`forum_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`is_pinned` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`forum_id`) REFERENCES `forums`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forum_posts_by_forum` ON `forum_posts` (`forum_id`,`ordinal`);--> statement-breakpoint
CREATE INDEX `forum_posts_by_author` ON `forum_posts` (`author_id`,`forum_id`,`ordinal`) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX `forum_posts_deleted` ON `forum_posts` (`forum_id`,`ordinal`) WHERE deleted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `forum_posts_pinned` ON `forum_posts` (`forum_id`) WHERE is_pinned = 1;--> statement-breakpoint
CREATE TABLE `forum_readers` (
	`user_id` text NOT NULL,
	`forum_id` text NOT NULL,
	`read_up_to` integer,
	`is_favorite` integer DEFAULT false NOT NULL,
	`is_muted` integer DEFAULT false NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `forum_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`forum_id`) REFERENCES `forums`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `forums` (
	`id` text PRIMARY KEY NOT NULL,
	`category_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`title` text NOT NULL,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`is_pinned` integer DEFAULT false NOT NULL,
	`event_id` text,
	`post_count` integer DEFAULT 0 NOT NULL,
	`posts_ever` integer DEFAULT 0 NOT NULL,
	`last_post_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`category_id`) REFERENCES `forum_categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `forums_by_event` ON `forums` (`event_id`);