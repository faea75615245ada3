CREATE TABLE `disclosed_posts` (
	`report_id` text NOT NULL,
	`post_id` integer NOT NULL,
	`author_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`report_id`, `post_id`),
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `announcement_dismissals` (
	`announcement_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`announcement_id`, `user_id`),
	FOREIGN KEY (`announcement_id`) REFERENCES `announcements`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `announcement_hours` (
	`announcement_id` integer NOT NULL,
	`hour` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`announcement_id`, `hour`),
	FOREIGN KEY (`announcement_id`) REFERENCES `announcements`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `fez_reactions` (
	`post_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`reaction` text NOT NULL,
	PRIMARY KEY(`post_id`, `user_id`),
	FOREIGN KEY (`post_id`) REFERENCES `fez_posts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `moderator_chats` (
	`author_id` text PRIMARY KEY NOT NULL,
	`fez_id` text NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`fez_id`) REFERENCES `fezzes`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
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
CREATE INDEX `incidents_open` ON `incidents` (`created_at`) WHERE closed_at IS NULL;--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE `event_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`entry_id` integer NOT NULL,
	`event_id` text NOT NULL,
	`kind` text NOT NULL,
	`old_start` integer NOT NULL,
	`old_end` integer NOT NULL,
	`old_location` text NOT NULL,
	`new_start` integer NOT NULL,
	`new_end` integer NOT NULL,
	`new_location` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`entry_id`) REFERENCES `schedule_log`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `event_changes_by_event` ON `event_changes` (`event_id`,`id`);--> statement-breakpoint
CREATE INDEX `event_changes_by_entry` ON `event_changes` (`entry_id`);--> statement-breakpoint
CREATE TABLE `event_changes_seen` (
	`user_id` text PRIMARY KEY NOT NULL,
	`highest_id` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `event_capacities` (
	`event_id` text PRIMARY KEY NOT NULL,
	`capacity` integer NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `event_seats` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`user_id` text NOT NULL,
	`arrived_at` integer NOT NULL,
	`seated_at` integer,
	`is_news` integer DEFAULT false NOT NULL,
	`checked_in_at` integer,
	`since_change` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`event_id`) REFERENCES `events`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `event_seats_by_event` ON `event_seats` (`event_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `event_seats_by_user` ON `event_seats` (`user_id`);--> statement-breakpoint
CREATE INDEX `event_seats_waiting` ON `event_seats` (`event_id`,`arrived_at`) WHERE seated_at IS NULL;--> statement-breakpoint
ALTER TABLE `moderator_actions` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `moderator_actions` ADD `message` text;--> statement-breakpoint
ALTER TABLE `announcements` ADD `must_see` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `fez_posts` ADD `like_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `forum_readers` ADD `watched_from` integer;--> statement-breakpoint
CREATE INDEX `forum_readers_watched` ON `forum_readers` (`user_id`,`forum_id`) WHERE watched_from IS NOT NULL;--> statement-breakpoint
CREATE INDEX `forum_watchers` ON `forum_readers` (`forum_id`,`watched_from`,`user_id`) WHERE watched_from IS NOT NULL;--> statement-breakpoint
ALTER TABLE `forums` ADD `slow_mode_seconds` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `forums` ADD `is_closed_to_new_accounts` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `forums` ADD `closes_at` integer;--> statement-breakpoint
ALTER TABLE `event_performers` ADD `since_change` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `event_favorites` ADD `since_change` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TABLE `picture_descriptions` (
	`name` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
DROP TRIGGER `microblog_posts_text_insert`;
--> statement-breakpoint
CREATE TRIGGER `microblog_posts_text_insert` AFTER INSERT ON `microblog_posts` BEGIN
  INSERT INTO `microblog_posts_text` (rowid, `text`, `stems`) SELECT new.`id`, said, stems(said) FROM (
    SELECT new.`text` || coalesce((
    SELECT group_concat(char(10) || d.`text`, '') FROM json_each(new.`images`) AS image
    CROSS JOIN `picture_descriptions` AS d ON d.`name` = image.value), '') AS said);
END;
--> statement-breakpoint
DROP TRIGGER `microblog_posts_text_update`;
--> statement-breakpoint
CREATE TRIGGER `microblog_posts_text_update` AFTER UPDATE OF `text`, `images` ON `microblog_posts` BEGIN
  UPDATE `microblog_posts_text` SET (`text`, `stems`) = (SELECT said, stems(said) FROM (
    SELECT new.`text` || coalesce((
    SELECT group_concat(char(10) || d.`text`, '') FROM json_each(new.`images`) AS image
    CROSS JOIN `picture_descriptions` AS d ON d.`name` = image.value), '') AS said)) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
DROP TRIGGER `forum_posts_text_insert`;
--> statement-breakpoint
CREATE TRIGGER `forum_posts_text_insert` AFTER INSERT ON `forum_posts` BEGIN
  INSERT INTO `forum_posts_text` (rowid, `text`, `stems`) SELECT new.`id`, said, stems(said) FROM (
    SELECT new.`text` || coalesce((
    SELECT group_concat(char(10) || d.`text`, '') FROM json_each(new.`images`) AS image
    CROSS JOIN `picture_descriptions` AS d ON d.`name` = image.value), '') AS said);
END;
--> statement-breakpoint
DROP TRIGGER `forum_posts_text_update`;
--> statement-breakpoint
CREATE TRIGGER `forum_posts_text_update` AFTER UPDATE OF `text`, `images` ON `forum_posts` BEGIN
  UPDATE `forum_posts_text` SET (`text`, `stems`) = (SELECT said, stems(said) FROM (
    SELECT new.`text` || coalesce((
    SELECT group_concat(char(10) || d.`text`, '') FROM json_each(new.`images`) AS image
    CROSS JOIN `picture_descriptions` AS d ON d.`name` = image.value), '') AS said)) WHERE rowid = new.`id`;
END;
--> statement-breakpoint
DROP TRIGGER `fez_posts_text_insert`;
--> statement-breakpoint
CREATE TRIGGER `fez_posts_text_insert` AFTER INSERT ON `fez_posts` BEGIN
  INSERT INTO `fez_posts_text` (rowid, `text`, `stems`) SELECT new.`id`, said, stems(said) FROM (
    SELECT new.`text` || coalesce((
    SELECT char(10) || d.`text` FROM `picture_descriptions` AS d WHERE d.`name` = new.`image`), '') AS said);
END;
--> statement-breakpoint
DROP TRIGGER `fez_posts_text_update`;
--> statement-breakpoint
CREATE TRIGGER `fez_posts_text_update` AFTER UPDATE OF `text`, `image` ON `fez_posts` BEGIN
  UPDATE `fez_posts_text` SET (`text`, `stems`) = (SELECT said, stems(said) FROM (
    SELECT new.`text` || coalesce((
    SELECT char(10) || d.`text` FROM `picture_descriptions` AS d WHERE d.`name` = new.`image`), '') AS said)) WHERE rowid = new.`id`;
END;
