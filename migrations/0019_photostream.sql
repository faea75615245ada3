CREATE TABLE `stream_photos` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`author_id` text NOT NULL,
	`image` text NOT NULL,
	`taken_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`event_id` text,
	`location` text,
	`moderation_state` text DEFAULT 'normal' NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stream_photos_one_place" CHECK((event_id IS NULL) <> (location IS NULL))
);
--> statement-breakpoint
CREATE INDEX `stream_photos_shown` ON `stream_photos` (`id`,`author_id`) WHERE deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined');--> statement-breakpoint
CREATE INDEX `stream_photos_by_event` ON `stream_photos` (`event_id`,`id`) WHERE deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined');--> statement-breakpoint
CREATE INDEX `stream_photos_by_location` ON `stream_photos` (`location`,`id`) WHERE deleted_at IS NULL AND moderation_state NOT IN ('quarantined', 'autoQuarantined');--> statement-breakpoint
CREATE INDEX `stream_photos_by_author` ON `stream_photos` (`author_id`,`id`) WHERE deleted_at IS NULL;