<?php
/** Public addresses of content, such as /s12/course5/f7/i9/: a page of the theme that shows the frame. */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

const PATH_VARIABLE = 'parfocal_path';
const ADDRESS       = '(s[1-9]\d{0,14}(?:/(?:course|f|i|c|q|qs|t|r|p|embed|enroll|post)\d+)+(?:/review)?)';

function register_addresses(): void {
	add_rewrite_rule( '^' . ADDRESS . '/?$', 'index.php?' . PATH_VARIABLE . '=$matches[1]', 'top' );
}
add_action( 'init', __NAMESPACE__ . '\register_addresses' );
add_filter( 'query_vars', fn( $names ) => array_merge( $names, array( PATH_VARIABLE ) ) );

/** @return string of an address of ours; empty on all other pages. */
function shown_path(): string {
	$path = get_query_var( PATH_VARIABLE );
	return is_string( $path ) && preg_match( '#^' . ADDRESS . '$#', $path ) ? $path : '';
}

add_filter(
	'request',
	function ( $query ) {
		if ( isset( $query[ PATH_VARIABLE ] ) ) {
			unset( $query['embed'] ); // A variable of core, which would show its own template.
		}
		return $query;
	}
);

// A page that is stored nowhere takes the place of the list of posts.
add_filter(
	'posts_pre_query',
	function ( $posts, $query ) {
		if ( ! $query->is_main_query() || '' === shown_path() ) {
			return $posts;
		}
		$page                  = new \WP_Post(
			(object) array(
				'ID'             => 0,
				'post_type'      => 'page',
				'post_status'    => 'publish',
				'post_title'     => __( 'Slides', 'parfocal' ),
				'post_name'      => 'parfocal',
				'post_content'   => '[parfocal src="/' . shown_path() . '/"]',
				'comment_status' => 'closed',
				'ping_status'    => 'closed',
				'filter'         => 'raw',
			)
		);
		$query->is_home        = false;
		$query->is_archive     = false;
		$query->is_page        = true;
		$query->is_singular    = true;
		$query->found_posts    = 1;
		$query->max_num_pages  = 1;
		$query->queried_object = $page;
		return array( $page );
	},
	10,
	2
);
add_filter( 'redirect_canonical', fn( $to ) => '' === shown_path() ? $to : false );
add_filter( 'get_canonical_url', fn( $url ) => '' === shown_path() ? $url : home_url( user_trailingslashit( '/' . shown_path() ) ) );
add_filter( 'get_edit_post_link', fn( $link, $id ) => 0 === $id ? null : $link, 10, 2 );
