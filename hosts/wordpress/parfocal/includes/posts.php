<?php
/**
 * Which item each published post shows: the first address of content in its shortcodes and blocks. They are
 * reported whenever they may have changed, and read when they are sent, so that a late attempt reports the current state.
 */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

const POSTS_EVENT   = 'posts.changed';
/** Stays in the queue: what is sent is the next of all posts. */
const ALL_POSTS_EVENT = 'posts.all';
const POSTS_AT_ONCE   = 10;
/** Longer than any address of content; a token with `POSTS_AT_ONCE` of them is still accepted. */
const PATH_MAX_BYTES = 200;

/** @return string path of the first content that a text shows, without its query; empty: it shows none. */
function path_in_content( string $content, string $address ): string {
	// Blocks keep their attributes as JSON in a comment, shortcodes as words.
	preg_match_all( '#<!--\s+wp:parfocal/slide\s+(\{.*?\})\s+/?-->|\[parfocal\b([^\]]*)\]#s', $content, $found, PREG_SET_ORDER );
	foreach ( $found as $one ) {
		$attributes = '' === $one[1] ? shortcode_parse_atts( $one[2] ) : json_decode( $one[1], true );
		$src        = is_array( $attributes ) && is_string( $attributes['src'] ?? null ) ? $attributes['src'] : '';
		$path       = (string) strtok( content_path( $src, $address ), '?' );
		// A share link shows what it is for, but names no item.
		if ( preg_match( '#^/s[1-9]#', $path ) && strlen( $path ) <= PATH_MAX_BYTES ) {
			return $path;
		}
	}
	return '';
}

/** @return string path of what a post shows to its readers; empty: nothing, or it is not published. */
function path_of_post( ?\WP_Post $post ): string {
	$is_public = $post && 'publish' === $post->post_status && is_post_type_viewable( $post->post_type );
	return $is_public ? path_in_content( $post->post_content, settings()['address'] ) : '';
}

/** Contents of an event, read when it is sent. @param string[] $ids */
function posts_now( array $ids ): array {
	return array_map(
		fn( $id ) => array(
			'id'   => (string) $id,
			'path' => path_of_post( get_post( (int) $id ) ),
		),
		$ids
	);
}

function report_posts( array $ids ): void {
	foreach ( array_chunk( array_map( 'strval', $ids ), POSTS_AT_ONCE ) as $some ) {
		report( POSTS_EVENT, $some );
	}
}

// After a post was saved, published by its date, or put into the trash.
add_action(
	'wp_after_insert_post',
	function ( $id, $post, $update, $before ) {
		if ( '' !== path_of_post( $post ) || '' !== path_of_post( $before ) ) {
			report_posts( array( $id ) );
		}
	},
	10,
	4
);
add_action( 'before_delete_post', fn( $id, $post ) => '' !== path_of_post( $post ) && report_posts( array( $id ) ), 10, 2 );

/** Reports all published posts, the oldest first. */
function report_all_posts(): void {
	report( ALL_POSTS_EVENT, array( 'after' => '0' ) );
}

/** The next of them; the others follow by the queue. @param int $after ID of the last reported one. @return string as `send_events`. */
function send_posts_after( int $after ): string {
	global $wpdb;
	$like = fn( string $text ): string => '%' . $wpdb->esc_like( $text ) . '%';
	$ids  = $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM $wpdb->posts WHERE ID > %d AND post_status = 'publish' AND (post_content LIKE %s OR post_content LIKE %s) ORDER BY ID LIMIT %d", $after, $like( '[parfocal' ), $like( 'wp:parfocal/slide' ), POSTS_AT_ONCE ) );
	if ( ! $ids ) {
		return 'sent';
	}
	$outcome = send_events( array( POSTS_EVENT => $ids ) );
	if ( 'sent' === $outcome && POSTS_AT_ONCE === count( $ids ) ) {
		queue_event( array( ALL_POSTS_EVENT => array( 'after' => end( $ids ) ) ), time() - retry_delay( 1 ) );
	}
	return $outcome;
}

/** Another Parfocal, or another site of it, knows none of them. */
function posts_after_settings( $before, $now ): void {
	$where = fn( $settings ): array => array_intersect_key( is_array( $settings ) ? $settings : array(), array_flip( array( 'address', 'site', 'audience' ) ) );
	if ( '' !== ( $now['address'] ?? '' ) && $where( $before ) !== $where( $now ) ) {
		report_all_posts();
	}
}
add_action( 'update_option_' . SETTINGS_OPTION, __NAMESPACE__ . '\posts_after_settings', 10, 2 );
add_action( 'add_option_' . SETTINGS_OPTION, fn( $name, $now ) => posts_after_settings( array(), $now ), 10, 2 );
