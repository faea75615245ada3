DROP INDEX `fez_posts_live`;--> statement-breakpoint
CREATE INDEX `fez_posts_by_fez` ON `fez_posts` (`fez_id`,`id`,`author_id`,`deleted_at`);