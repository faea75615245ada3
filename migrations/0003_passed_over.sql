CREATE TABLE `fez_passed_over` (
	`user_id` text NOT NULL,
	`fez_id` text NOT NULL,
	`post_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `fez_id`, `post_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fez_id`) REFERENCES `fezzes`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`post_id`) REFERENCES `fez_posts`(`id`) ON UPDATE no action ON DELETE no action
);
