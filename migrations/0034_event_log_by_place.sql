DROP INDEX `event_log_by_topic`;--> statement-breakpoint
DROP INDEX `event_log_by_time`;--> statement-breakpoint
ALTER TABLE `event_log` ADD `place` text GENERATED ALWAYS AS (substr(topic, -6)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `event_log_by_place` ON `event_log` (`place`);