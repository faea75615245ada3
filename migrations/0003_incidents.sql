CREATE TABLE `incident_notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`incident_id` text NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `incident_notes_by_incident` ON `incident_notes` (`incident_id`);--> statement-breakpoint
CREATE TABLE `incident_openings` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`incident_id` text NOT NULL,
	`user_id` text NOT NULL,
	`opened_at` integer NOT NULL,
	FOREIGN KEY (`incident_id`) REFERENCES `incidents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `incident_openings_by_incident` ON `incident_openings` (`incident_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `incidents` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text NOT NULL,
	`what` text NOT NULL,
	`who` text,
	`place` text,
	`time` text,
	`wish` text,
	`may_contact` integer NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by_id` text,
	FOREIGN KEY (`reporter_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`closed_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `incidents_by_time` ON `incidents` (`created_at`);--> statement-breakpoint
CREATE INDEX `incidents_by_reporter` ON `incidents` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `incidents_open` ON `incidents` (`created_at`) WHERE closed_at IS NULL;