CREATE TABLE `moderator_chats` (
	`author_id` text PRIMARY KEY NOT NULL,
	`fez_id` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fez_id`) REFERENCES `fezzes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `moderator_actions` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `moderator_actions` ADD `message` text;