CREATE TABLE `event_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`topic` text NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`recipients` text,
	`except_user_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`except_user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_log_by_topic` ON `event_log` (`topic`,`id`);--> statement-breakpoint
CREATE INDEX `event_log_by_time` ON `event_log` (`created_at`);--> statement-breakpoint
-- Numbers go on above all that clients know: whoever asks for what came after an old one is told to start afresh.
INSERT INTO `sqlite_sequence` (`name`, `seq`) SELECT 'event_log', coalesce(max(`newest`), 0) + 1 FROM `live_positions`;--> statement-breakpoint
DROP TABLE `live_deliveries`;--> statement-breakpoint
DROP TABLE `live_frames`;--> statement-breakpoint
DROP TABLE `live_positions`;
