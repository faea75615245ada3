CREATE TABLE `karaoke_queue` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`family_id` text NOT NULL,
	`position` integer NOT NULL,
	`song_id` text,
	`artist` text,
	`title` text NOT NULL,
	`is_alerted` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `karaoke_queue_by_family` ON `karaoke_queue` (`family_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `karaoke_queue_on_stage` ON `karaoke_queue` (`position`) WHERE position = 0;--> statement-breakpoint
CREATE TABLE `karaoke_stage` (
	`id` integer PRIMARY KEY NOT NULL,
	`is_open` integer NOT NULL,
	`called_at` integer,
	`touched_at` integer NOT NULL
);
