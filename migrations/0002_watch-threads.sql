ALTER TABLE `forum_readers` ADD `watched_from` integer;--> statement-breakpoint
CREATE INDEX `forum_readers_watched` ON `forum_readers` (`user_id`,`forum_id`) WHERE watched_from IS NOT NULL;--> statement-breakpoint
CREATE INDEX `forum_watchers` ON `forum_readers` (`forum_id`,`watched_from`,`user_id`) WHERE watched_from IS NOT NULL;