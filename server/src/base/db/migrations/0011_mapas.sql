CREATE TABLE "mapas_cache" (
	"clave" text PRIMARY KEY NOT NULL,
	"valor" jsonb,
	"vence" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mapas_cache_vence" ON "mapas_cache" USING btree ("vence");