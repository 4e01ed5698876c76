<?php
/**
 * Reports changes of people and posts to Parfocal: at the end of the request where it can be reached, else again from a queue
 * (wp-cron). Events are stored without their signature, which is valid for two minutes: each attempt signs again.
 */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

/** Each queued event is an option of its own: requests that add one at the same time do not overwrite each other. */
const QUEUE_PREFIX  = 'parfocal_event_';
const EVENTS_HOOK   = 'parfocal_send_events';
const QUEUE_MAX     = 500;
const EVENT_MAX_AGE = 7 * 86400;
const SEND_AT_ONCE  = 20;
const SEND_TIMEOUT  = 3;

/** How long the next attempt waits. @param int $attempts failed so far, at least 1. @return int s. */
function retry_delay( int $attempts ): int {
	return min( 30 * 2 ** min( $attempts - 1, 10 ), 3600 );
}

/**
 * One round over the queue.
 *
 * @param array[]  $queue each `{ events, attempts, due, since }`, in s since the epoch.
 * @param callable $send  gets the events. Returns "sent", "refused" (never accepted) or "later".
 * @return array[] what is still to be sent, with the keys of the queue.
 */
function work_queue( array $queue, callable $send, int $now ): array {
	$left       = array();
	$is_reached = true;
	$sent       = 0;
	foreach ( $queue as $key => $entry ) {
		if ( $now - $entry['since'] > EVENT_MAX_AGE ) {
			continue;
		}
		if ( ! $is_reached || $sent >= SEND_AT_ONCE || $entry['due'] > $now ) {
			$left[ $key ] = $entry;
			continue;
		}
		++$sent;
		if ( 'later' === $send( $entry['events'] ) ) {
			// The others would wait for the same server.
			$is_reached = false;
			++$entry['attempts'];
			$entry['due'] = $now + retry_delay( $entry['attempts'] );
			$left[ $key ] = $entry;
		}
	}
	return $left;
}

/** @param int|null $status of HTTP; null: there was no answer. */
function outcome_of( ?int $status ): string {
	if ( null === $status || 401 === $status || 408 === $status || 409 === $status || 429 === $status || $status >= 500 ) {
		return 'later'; // 401: also while Parfocal reads a new key; 409: until there is another administrator.
	}
	return $status < 300 ? 'sent' : 'refused';
}

function send_events( array $events ): string {
	if ( isset( $events[ ALL_POSTS_EVENT ] ) ) {
		return send_posts_after( (int) $events[ ALL_POSTS_EVENT ]['after'] );
	}
	if ( isset( $events[ POSTS_EVENT ] ) ) {
		$events[ POSTS_EVENT ] = posts_now( $events[ POSTS_EVENT ] );
	}
	$settings = settings();
	$token    = event_token( $events, $settings, issuer(), time(), signing_seed() );
	$answer   = wp_remote_post(
		$settings['address'] . '/api/v2/host/events',
		array(
			'timeout'     => SEND_TIMEOUT,
			'redirection' => 0,
			'headers'     => array(
				'content-type' => 'application/json',
				'x-site-id'    => $settings['site'],
			),
			'body'        => wp_json_encode( array( 'token' => $token ) ),
		)
	);
	return outcome_of( is_wp_error( $answer ) ? null : (int) wp_remote_retrieve_response_code( $answer ) );
}

/** Of this request, each once: one change of a profile fires several hooks. */
function report( string $name, array $about ): void {
	global $parfocal_reported;
	$events = array( $name => $about );
	$parfocal_reported[ wp_json_encode( $events ) ] = $events;
}

add_action(
	'shutdown',
	function () {
		global $parfocal_reported;
		$reported          = $parfocal_reported ?? array();
		$parfocal_reported = array();
		foreach ( '' === settings()['address'] ? array() : $reported as $events ) {
			if ( 'later' === send_events( $events ) ) {
				queue_event( $events, time() );
			}
		}
	}
);

function queue_event( array $events, int $now ): void {
	$names = array_keys( queued_events() );
	if ( count( $names ) >= QUEUE_MAX ) {
		delete_option( $names[0] );
	}
	$entry = array(
		'events'   => $events,
		'attempts' => 1,
		'due'      => $now + retry_delay( 1 ),
		'since'    => $now,
	);
	add_option( QUEUE_PREFIX . bin2hex( random_bytes( 8 ) ), $entry, '', false );
	schedule_events( $entry['due'] );
}

/** @return array<string, array> by the name of their option, oldest first. */
function queued_events(): array {
	global $wpdb;
	$names = $wpdb->get_col( $wpdb->prepare( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE %s ORDER BY option_id", $wpdb->esc_like( QUEUE_PREFIX ) . '%' ) );
	return array_filter( array_combine( $names, array_map( 'get_option', $names ) ), 'is_array' );
}

function schedule_events( int $at ): void {
	if ( ! wp_next_scheduled( EVENTS_HOOK ) ) {
		wp_schedule_single_event( $at, EVENTS_HOOK );
	}
}

add_action(
	EVENTS_HOOK,
	function () {
		$queue = queued_events();
		$left  = work_queue( $queue, __NAMESPACE__ . '\send_events', time() );
		foreach ( $queue as $name => $entry ) {
			if ( ! isset( $left[ $name ] ) ) {
				delete_option( $name );
			} elseif ( $left[ $name ] !== $entry ) {
				update_option( $name, $left[ $name ], false );
			}
		}
		$due = array_column( queued_events(), 'due' );
		if ( $due ) {
			schedule_events( max( time() + 1, min( $due ) ) );
		}
	}
);

// WordPress has deleted its session by then; the person is still known in this request.
add_action(
	'clear_auth_cookie',
	function () {
		$token = wp_get_session_token();
		if ( is_user_logged_in() && '' !== $token ) {
			report(
				'session.ended',
				array(
					'sub' => (string) get_current_user_id(),
					'sid' => session_id( $token ),
				)
			);
		}
	}
);
// All sessions end with the password.
add_action( 'after_password_reset', fn( $user ) => report( 'user.changed', array( 'sub' => (string) $user->ID ) ) );
add_action( 'profile_update', fn( $id ) => report( 'user.changed', array( 'sub' => (string) $id ) ) );
add_action( 'set_user_role', fn( $id, $role, $before ) => $before && report( 'user.changed', array( 'sub' => (string) $id ) ), 10, 3 );
add_action( 'deleted_user', fn( $id ) => report( 'user.deleted', array( 'sub' => (string) $id ) ) );
