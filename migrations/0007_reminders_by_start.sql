CREATE TABLE `new_reminders` (
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`outcome` text NOT NULL,
	`recorded_at` integer NOT NULL,
	PRIMARY KEY(`kind`, `starts_at`, `subject_id`)
);
--> statement-breakpoint
-- What was sent stays sent: it starts as much later than it was due as the lead time in force says, 600 seconds by default.
INSERT INTO `new_reminders` (`kind`, `subject_id`, `starts_at`, `outcome`, `recorded_at`)
SELECT `kind`, `subject_id`,
	`due_at` + 1000 * coalesce((SELECT cast(`value` AS integer) FROM `settings` WHERE `name` = 'upcomingEventNotificationSeconds'), 600),
	`outcome`, `recorded_at`
FROM `reminders`;
--> statement-breakpoint
DROP TABLE `reminders`;--> statement-breakpoint
ALTER TABLE `new_reminders` RENAME TO `reminders`;
