CREATE TABLE `clip_snippets` (
	`id` text PRIMARY KEY NOT NULL,
	`song_id` integer NOT NULL,
	`slot` integer NOT NULL,
	`author_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`has_video` integer NOT NULL,
	`is_filler` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`song_id`) REFERENCES `clip_songs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `clip_snippets_by_author` ON `clip_snippets` (`author_id`,`song_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `one_clip_per_slot` ON `clip_snippets` (`song_id`,`slot`);--> statement-breakpoint
CREATE TABLE `clip_songs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`artist` text NOT NULL,
	`bpm` integer NOT NULL,
	`slots` integer NOT NULL,
	`durations` text NOT NULL,
	`is_portrait` integer NOT NULL,
	`is_complete` integer NOT NULL,
	`is_approved` integer DEFAULT false NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `clip_songs_by_state` ON `clip_songs` (`is_complete`,`id`);--> statement-breakpoint
CREATE TABLE `clip_songs_unseen` (
	`user_id` text NOT NULL,
	`song_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`song_id`) REFERENCES `clip_songs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `clip_songs_unseen_by_song` ON `clip_songs_unseen` (`song_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `clip_song_unseen_once` ON `clip_songs_unseen` (`user_id`,`song_id`);