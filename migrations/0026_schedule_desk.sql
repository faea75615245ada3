CREATE TABLE `schedule_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`action` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	`change_count` integer NOT NULL,
	`error` text,
	`undoes` integer,
	`posts_notices` integer DEFAULT false NOT NULL,
	`difference` text,
	`record` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `schedule_uploads` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`file` blob NOT NULL,
	`uploaded_at` integer NOT NULL,
	`compared_after` integer
);
