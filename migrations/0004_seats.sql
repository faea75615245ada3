CREATE TABLE `event_capacities` (
	`event_id` text PRIMARY KEY NOT NULL,
	`capacity` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `event_seats` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`arrived_at` integer NOT NULL,
	`seated_at` integer,
	`is_news` integer DEFAULT false NOT NULL,
	`checked_in_at` integer,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_seats_by_event` ON `event_seats` (`event_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `event_seats_by_user` ON `event_seats` (`user_id`);--> statement-breakpoint
CREATE INDEX `event_seats_waiting` ON `event_seats` (`event_id`,`arrived_at`) WHERE seated_at IS NULL;