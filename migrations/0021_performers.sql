CREATE TABLE `event_performers` (
	`performer_id` text NOT NULL,
	`event_id` text NOT NULL,
	PRIMARY KEY(`performer_id`, `event_id`),
	FOREIGN KEY (`performer_id`) REFERENCES `performers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_performers_by_event` ON `event_performers` (`event_id`);--> statement-breakpoint
CREATE TABLE `performer_uploads` (
	`kind` text NOT NULL,
	`part` integer NOT NULL,
	`upload_id` text NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`kind`, `part`)
);
--> statement-breakpoint
CREATE TABLE `performers` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text,
	`is_official` integer NOT NULL,
	`name` text NOT NULL,
	`pronouns` text,
	`bio` text,
	`organization` text,
	`title` text,
	`website` text,
	`facebook_url` text,
	`x_url` text,
	`instagram_url` text,
	`youtube_url` text,
	`years_attended` text NOT NULL,
	`alternative_names` text NOT NULL,
	`photo` text,
	`has_borrowed_photo` integer DEFAULT false NOT NULL,
	`photo_address` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `performers_by_owner` ON `performers` (`owner_id`);--> statement-breakpoint
CREATE INDEX `performers_without_photo` ON `performers` (`photo_address`) WHERE photo_address IS NOT NULL;