CREATE TABLE `feedback_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`author_id` text NOT NULL,
	`title` text NOT NULL,
	`location` text NOT NULL,
	`event_time` integer NOT NULL,
	`host_name` text NOT NULL,
	`attendance` text NOT NULL,
	`recap` text NOT NULL,
	`issues` text NOT NULL,
	`is_actionable` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`modified_at` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `feedback_reports_by_event` ON `feedback_reports` (`event_id`);--> statement-breakpoint
CREATE INDEX `feedback_reports_by_time` ON `feedback_reports` (`modified_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_report_per_account` ON `feedback_reports` (`author_id`,`event_id`);