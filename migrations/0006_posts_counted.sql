ALTER TABLE `fezzes` ADD `post_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `fez_posts_by_author` ON `fez_posts` (`fez_id`,`author_id`,`deleted_at`);--> statement-breakpoint
UPDATE `fezzes` SET `post_count` = (SELECT count(*) FROM `fez_posts` WHERE `fez_posts`.`fez_id` = `fezzes`.`id` AND `deleted_at` IS NULL);
