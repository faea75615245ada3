CREATE TABLE `fez_reactions` (
	`post_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`reaction` text NOT NULL,
	PRIMARY KEY(`post_id`, `user_id`),
	FOREIGN KEY (`post_id`) REFERENCES `fez_posts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `fez_posts` ADD `like_count` integer DEFAULT 0 NOT NULL;