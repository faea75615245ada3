CREATE TABLE `karaoke_song_places` (
	`library_id` integer NOT NULL,
	`song_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`library_id`, `song_id`)
);
--> statement-breakpoint
DROP INDEX `karaoke_songs_by_song`;
--> statement-breakpoint
INSERT INTO `karaoke_song_places` (`library_id`, `song_id`, `position`)
SELECT `id` / 1048576, `song_id`, `id` FROM `karaoke_songs` ORDER BY 1, 2;
