// SPDX-License-Identifier: Apache-2.0

// Daily shows the quote of the day, all quotes of a language and a message, by grpc-go.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/status"

	"quotes/v1"
)

// UNAVAILABLE is tried again after a pause, and a call waits for the server until its deadline.
const serviceConfig = `{"methodConfig": [{
  "name": [{"service": "quotes.v1.QuoteService"}],
  "waitForReady": true,
  "retryPolicy": {
    "maxAttempts": 4, "initialBackoff": "0.2s", "maxBackoff": "2s", "backoffMultiplier": 2,
    "retryableStatusCodes": ["UNAVAILABLE"]
  }
}]}`

const (
	exitFailed      = 1
	exitUsage       = 64
	exitUnavailable = 69
)

var (
	server   = flag.String("server", serverByDefault(), "HOST:PORT; $QUOTE_SERVER is taken too")
	ca       = flag.String("ca", "", "TLS, trusting the certificates of a PEM file")
	timeZone = flag.String("time-zone", "", "an IANA zone (default: the calendar's)")
	language = flag.String("language", "la", "whose quotes are listed")
	quoteID  = flag.String("quote", "", "what the message is made of (default: the quote of the day)")
	timeout  = flag.Float64("timeout", 10, "seconds for each call")
)

func serverByDefault() string {
	if named := os.Getenv("QUOTE_SERVER"); named != "" {
		return named
	}
	return "127.0.0.1:4242"
}

func connect() (*grpc.ClientConn, error) {
	security := grpc.WithInsecure()
	if *ca != "" {
		authorities, err := credentials.NewClientTLSFromFile(*ca, "")
		if err != nil {
			return nil, err
		}
		security = grpc.WithTransportCredentials(authorities)
	}
	return grpc.Dial(*server, security, grpc.WithDefaultServiceConfig(serviceConfig))
}

// withDeadline begins a call: without a deadline it would wait for ever.
func withDeadline() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), time.Duration(*timeout*float64(time.Second)))
}

func by(quote *quotes.Quote) string {
	if quote.GetCreator() == "" {
		return "Unknown"
	}
	return quote.GetCreator()
}

// eachQuote visits all quotes under a filter, page after page.
func eachQuote(client quotes.QuoteServiceClient, filter *quotes.QuoteFilter, visit func(*quotes.Quote)) error {
	request := &quotes.ListQuotesRequest{Filter: filter, PageSize: 10}
	for {
		ctx, cancel := withDeadline()
		page, err := client.ListQuotes(ctx, request)
		cancel()
		if err != nil {
			return err
		}
		for _, quote := range page.GetQuotes() {
			visit(quote)
		}
		if page.GetNextPageToken() == "" {
			return nil
		}
		request.PageToken = page.GetNextPageToken()
	}
}

// daily shows the quote of the day, and returns its id.
func daily(client quotes.QuoteServiceClient) (string, error) {
	ctx, cancel := withDeadline()
	defer cancel()
	daily, err := client.DailyQuote(ctx, &quotes.DailyQuoteRequest{TimeZone: *timeZone})
	if err != nil {
		return "", err
	}
	fmt.Printf("The quote of %s in %s:\n", daily.GetDate(), daily.GetTimeZone())
	fmt.Printf("%s\n— %s\n\n", daily.GetQuote().GetText(), by(daily.GetQuote()))
	return daily.GetQuote().GetId(), nil
}

func compose(client quotes.QuoteServiceClient, id string) error {
	ctx, cancel := withDeadline()
	defer cancel()
	response, err := client.ComposeMessage(ctx, &quotes.ComposeMessageRequest{
		Subject: &quotes.ComposeMessageRequest_QuoteId{QuoteId: id},
		Channel: quotes.Channel_CHANNEL_IMESSAGE,
	})
	if err != nil {
		return err
	}
	message := response.GetMessage()
	fmt.Printf("\nAs a message for iMessage:\ncaption:    %s\nsubcaption: %s\nurl:        %s\n",
		message.GetLayout().GetCaption(), message.GetLayout().GetSubcaption(), message.GetUrl())
	return nil
}

func show(client quotes.QuoteServiceClient) error {
	id, err := daily(client)
	if err != nil {
		return err
	}
	fmt.Printf("All quotes in the language %s:\n", *language)
	filter := &quotes.QuoteFilter{Languages: []string{*language}}
	err = eachQuote(client, filter, func(quote *quotes.Quote) {
		fmt.Printf("%s  %s  — %s\n", quote.GetId(), quote.GetText(), by(quote))
	})
	if err != nil {
		return err
	}
	if *quoteID != "" {
		id = *quoteID
	}
	return compose(client, id)
}

// reason tells why the server refused, in a word for programs: "QUOTE_NOT_FOUND".
func reason(refusal *status.Status) string {
	for _, detail := range refusal.Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			return info.GetReason()
		}
	}
	return "no reason"
}

func main() {
	flag.Parse()
	connection, err := connect()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitUsage)
	}
	defer connection.Close()
	if err := show(quotes.NewQuoteServiceClient(connection)); err != nil {
		refusal := status.Convert(err)
		fmt.Fprintf(os.Stderr, "%s: %v (%s): %s\n", *server, refusal.Code(), reason(refusal), refusal.Message())
		if refusal.Code() == codes.Unavailable || refusal.Code() == codes.DeadlineExceeded {
			os.Exit(exitUnavailable)
		}
		os.Exit(exitFailed)
	}
}
