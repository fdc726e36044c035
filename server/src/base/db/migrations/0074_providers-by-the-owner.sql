CREATE TABLE "conexiones" (
	"cual" text PRIMARY KEY NOT NULL,
	"valores" text NOT NULL,
	"probado" timestamp with time zone
);
