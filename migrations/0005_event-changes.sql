CREATE TABLE `event_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`old_start` integer NOT NULL,
	`old_end` integer NOT NULL,
	`old_location` text NOT NULL,
	`new_start` integer NOT NULL,
	`new_end` integer NOT NULL,
	`new_location` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `schedule_log`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_changes_by_event` ON `event_changes` (`event_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_changes_by_entry` ON `event_changes` (`entry_id`);--> statement-breakpoint
CREATE TABLE `event_changes_seen` (
	`user_id` text PRIMARY KEY NOT NULL,
	`highest_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `event_performers` ADD `since_change` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `event_favorites` ADD `since_change` integer DEFAULT 0 NOT NULL;